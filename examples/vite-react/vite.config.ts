import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Pictures of the demo library stand on the content host. */
const proxy = { '/media': process.env['VITE_FEAAS_HOST'] ?? 'http://127.0.0.1:3333' };

export default defineConfig({
  plugins: [react()],
  server: { proxy },
  preview: { proxy },
  build: { target: 'es2022' },
});
