import { z } from 'zod';

// The window's policy allows no code from text, which zod would otherwise try. Imported before any schema is made.
z.config({ jitless: true });
