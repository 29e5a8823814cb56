import { createSimulator, type Simulator } from '../simulator/simulator.ts';

/** Starts the embedded simulator. */
export async function startSimulator(seed: number): Promise<Simulator> {
  return await createSimulator({ seed });
}
