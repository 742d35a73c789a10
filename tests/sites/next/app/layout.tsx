import type { ReactNode } from 'react';
import { Links } from './links';
import { StartKit } from './start-kit';

export const metadata = { title: 'Site', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <StartKit />
        <Links />
        {children}
      </body>
    </html>
  );
}
