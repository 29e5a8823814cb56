import { afterEach, describe, expect, it, vi } from 'vitest';
import { readServiceNow, receiveStatus, toServiceTime } from '../../../../renderer/stores/session-store.ts';
import type { SessionStatus } from '../../../../shared/ipc/schemas/session-schema.ts';

const tell = (offsetMs: number | null) => receiveStatus({ clock_offset_ms: offsetMs } as SessionStatus);

afterEach(() => {
  vi.restoreAllMocks();
  tell(null);
});

describe('the service’s time in a window', () => {
  it('goes on evenly where the wall clock is set', () => {
    const wall = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    const even = vi.spyOn(performance, 'now').mockReturnValue(500);
    tell(2000);
    wall.mockReturnValue(9_000_000);
    even.mockReturnValue(1700);
    expect(readServiceNow()).toBe(1_003_200);
    tell(2000 - 8_000_000 + 1200);
    expect(readServiceNow()).toBe(1_003_200);
  });

  it('is that of a moment of the machine’s clock, too', () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    tell(-600_000);
    expect(toServiceTime(900_000)).toBe(300_000);
  });

  it('is the local one while it is not known', () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    tell(null);
    expect(readServiceNow()).toBe(1_000_000);
  });
});
