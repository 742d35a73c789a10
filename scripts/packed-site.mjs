/**
 * Copies the built site and the kit's scripts into the host for packing, because a package can not contain files of
 * other folders.
 */
import { cpSync, existsSync, rmSync } from 'node:fs';

const from = new URL('../www', import.meta.url);
const to = new URL('../host/www', import.meta.url);

rmSync(to, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  if (!existsSync(new URL('../www/editor.js', import.meta.url))) {
    console.error('The site is not built: npm run build first.');
    process.exit(1);
  }
  cpSync(from, to, { recursive: true });
}
