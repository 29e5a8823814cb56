const BEEP_S = 0.12;
const PAUSE_S = 0.09;
const LOW_HZ = 740;
const HIGH_HZ = 988;
const LOUDNESS = 0.12;

let context: AudioContext | null = null;

/** Short beeps, made here: a low one, then so many high ones. Silent until a browser allows a page to sound. */
export function playTone(beeps: number): void {
  if (context === null && !mayStart()) return;
  context ??= new AudioContext();
  // A context that fell asleep wakes up, or stays silent: the toast says the same.
  void context.resume().catch(() => undefined);
  for (let index = 0; index <= beeps; index += 1) {
    beep(context, index === 0 ? LOW_HZ : HIGH_HZ, context.currentTime + index * (BEEP_S + PAUSE_S));
  }
}

/** Browsers let a page sound once somebody has touched it. */
function mayStart(): boolean {
  return 'AudioContext' in globalThis && globalThis.navigator.userActivation.hasBeenActive;
}

/** Rises and falls, so that it doesn't click. */
function beep(audio: AudioContext, frequencyHz: number, at: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = frequencyHz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUDNESS, at + 0.01);
  gain.gain.linearRampToValueAtTime(0, at + BEEP_S);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + BEEP_S);
}
