import type { ReactNode } from 'react';
// Their registrations are all that these modules are for.
import './registered/server-components';
import { ClientComponents } from './registered/client-components';

export const metadata = { title: 'Test', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <ClientComponents>{children}</ClientComponents>
      </body>
    </html>
  );
}
