import { createSimulator, type Simulator } from '../simulator/simulator.ts';

/** Starts the embedded simulator; when it can't start, what was opened before is closed. */
export async function startSimulator(seed: number, closeOthers: () => void): Promise<Simulator> {
  try {
    return await createSimulator({ seed });
  } catch (error) {
    closeOthers();
    throw error;
  }
}
