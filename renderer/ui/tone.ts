import type { SoundName } from '../../shared/ipc/schemas/preferences-schema.ts';

const BEEP_S = 0.12;
const PAUSE_S = 0.09;
const LOUDNESS = 0.12;
/** One that would have to wait longer for its turn is not heard: its toast says the same. */
const LONGEST_WAIT_S = 3;

const [DEEP, LOW, HIGH, TOP] = [494, 740, 988, 1319];

/** What each sounds like, in hertz; told apart by their course, not by their pitch alone. */
const MELODIES: Readonly<Record<SoundName, readonly number[]>> = {
  accepted: [HIGH],
  fill: [LOW, TOP],
  refused: [HIGH, DEEP],
  unknown: [DEEP, DEEP, DEEP],
  rfq: [HIGH, LOW, HIGH],
  alert: [LOW, HIGH],
};

/**
 * When a window sounds. A browser lets a page sound once somebody has touched it; a window of the desktop does untouched,
 * as after a night in which it was loaded anew. Of several windows of one terminal one alone sounds.
 */
export type Sounding = 'once_touched' | 'always' | 'never';

let sounding: Sounding = 'once_touched';
let context: AudioContext | null = null;
let freeAt = 0;

/** Says once, as the window opens, when it sounds. */
export function setSounding(when: Sounding): void {
  sounding = when;
}

/**
 * A few beeps, made here, after those that are being heard. Silent while the window may not sound.
 *
 * @param times How often its last beep is heard.
 * @returns Whether it is heard.
 */
export function playSound(name: SoundName, times = 1): boolean {
  if (!maySound()) return false;
  context ??= new AudioContext();
  // A context that fell asleep wakes up, or stays silent: the toast says the same.
  void context.resume().catch(() => undefined);
  // While it sleeps its time stands still: what waits would all be heard at once, long after what it told of.
  if (context.state !== 'running' && freeAt > context.currentTime) return false;
  const melody = MELODIES[name];
  const beeps = [...melody, ...Array<number>(times - 1).fill(melody.at(-1) ?? LOW)];
  const isWaitLong = freeAt - context.currentTime > LONGEST_WAIT_S;
  // What may be dear is heard over the others rather than not at all.
  if (isWaitLong && name !== 'refused' && name !== 'unknown') return false;
  const start = isWaitLong ? context.currentTime : Math.max(context.currentTime, freeAt);
  for (const [index, frequencyHz] of beeps.entries()) beep(context, frequencyHz, start + index * (BEEP_S + PAUSE_S));
  freeAt = Math.max(freeAt, start) + beeps.length * (BEEP_S + PAUSE_S) + PAUSE_S;
  return true;
}

function maySound(): boolean {
  if (sounding === 'never' || !('AudioContext' in globalThis)) return false;
  return context !== null || sounding === 'always' || globalThis.navigator.userActivation.hasBeenActive;
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
