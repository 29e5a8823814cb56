import type { safeStorage } from 'electron';
import type { SystemStore } from '../vault/keys.ts';

/** Linux stores that hold their key apart from the data. `basic_text` has it in the program: that hides nothing. */
const LINUX_STORES: readonly string[] = ['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'];

type SafeStorage = Pick<
  typeof safeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>;

/** The system's own store of secrets, where it truly encrypts; else null. The app must be ready. */
export function findSystemStore(storage: SafeStorage, platform: NodeJS.Platform): SystemStore | null {
  if (!storage.isEncryptionAvailable()) return null;
  const name = nameStore(storage, platform);
  if (name === null) return null;
  return { name, seal: (text) => storage.encryptString(text), unseal: (sealed) => storage.decryptString(sealed) };
}

function nameStore(storage: SafeStorage, platform: NodeJS.Platform): string | null {
  if (platform === 'darwin') return 'keychain';
  if (platform === 'win32') return 'dpapi';
  const backend = storage.getSelectedStorageBackend();
  return LINUX_STORES.includes(backend) ? backend : null;
}
