import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Externals } from './externals';

export const metadata: Metadata = {
  title: 'Aurora, a Next.js site',
  description: 'Content components, rendered on the server.',
  icons: 'data:,',
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body className="-theme--aurora">
        <Externals>{children}</Externals>
      </body>
    </html>
  );
}
