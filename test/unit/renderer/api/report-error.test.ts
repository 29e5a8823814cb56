import { describe, expect, it } from 'vitest';
import type { IpcClient } from '../../../../shared/ipc/client.ts';
import { reportBreaches, reportUncaughtErrors } from '../../../../renderer/api/report-error.ts';

function listenTo(report: (page: never, client: IpcClient) => void) {
  const page = new EventTarget();
  const told: string[] = [];
  const client = {
    request: async (channel: string, { message }: { message: string }) => {
      await Promise.reject(new Error(told.push(`${channel}: ${message}`) > 0 ? 'nobody hears' : ''));
    },
  };
  report(page as never, client as unknown as IpcClient);
  const happen = (name: string, fields: object) => page.dispatchEvent(Object.assign(new Event(name), fields));
  return { told, happen };
}

describe('what the policy of the page forbade', () => {
  it('is told to the back end once for each address, and no more once there are twenty', () => {
    const { told, happen } = listenTo(reportBreaches);
    const breach = { effectiveDirective: 'connect-src', blockedURI: 'https://evil.invalid/a' };
    happen('securitypolicyviolation', breach);
    happen('securitypolicyviolation', breach);
    expect(told).toEqual(["window.error: the page's policy forbade connect-src https://evil.invalid/a"]);
    for (let count = 0; count < 30; count += 1) {
      happen('securitypolicyviolation', { ...breach, blockedURI: `https://evil.invalid/${'x'.repeat(5000)}${count}` });
      happen('securitypolicyviolation', { ...breach, blockedURI: `https://evil.invalid/${count}` });
    }
    expect(told).toHaveLength(20);
    for (const message of told) expect(message.length).toBeLessThan(320);
  });
});

describe('what no code caught', () => {
  it('is told to the back end, whatever was thrown', () => {
    const { told, happen } = listenTo(reportUncaughtErrors);
    happen('error', { error: new TypeError('gone') });
    happen('error', { error: null, message: 'Script error.' });
    happen('unhandledrejection', { reason: 'nothing' });
    expect(told).toEqual(['window.error: TypeError: gone', 'window.error: Script error.', 'window.error: nothing']);
  });

  it('says nothing of sizes that are observed a frame later', () => {
    const { told, happen } = listenTo(reportUncaughtErrors);
    happen('error', { error: null, message: 'ResizeObserver loop completed with undelivered notifications.' });
    expect(told).toEqual([]);
  });
});
