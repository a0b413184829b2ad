// Quiet sounds, made here: nothing is fetched for them, and nothing is heard unless asked for.

const QUIET = 0.12;

/** Pitches in hertz, one after the other, the seconds that each lasts, and what it falls to. */
const SOUNDS = {
  lay: { shape: 'triangle', pitches: [150], seconds: 0.07, fall: 0.4 },
  turn: { shape: 'triangle', pitches: [310], seconds: 0.05, fall: 0.6 },
  refused: { shape: 'sine', pitches: [196, 165], seconds: 0.13, fall: 0.97 },
  won: { shape: 'sine', pitches: [523, 659, 784, 1047], seconds: 0.22, fall: 1 },
};

let context = null;

/** Only ever after a press: before one, no page may sound. */
export function sound(name) {
  // a hint has been given, and no card has moved
  if (name === 'turn' && document.querySelector('.hinting')) return;
  context ??= new AudioContext();
  const { shape, pitches, seconds, fall } = SOUNDS[name];
  pitches.forEach((pitch, i) => note(shape, pitch, context.currentTime + i * seconds, seconds * 1.5, fall));
}

function note(shape, pitch, at, seconds, fall) {
  const source = new OscillatorNode(context, { type: shape, frequency: pitch });
  const volume = new GainNode(context, { gain: QUIET });
  source.frequency.exponentialRampToValueAtTime(pitch * fall, at + seconds);
  volume.gain.setValueAtTime(QUIET, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + seconds);
}
