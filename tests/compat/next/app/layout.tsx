import * as FEAAS from '@sitecore-feaas/clientside/react';
import type { ReactNode } from 'react';
import '../byoc';

const Layout = ({ children }: { children: ReactNode }) => (
  <html lang="en">
    <body>
      <FEAAS.ExternalComponentBundle />
      {children}
    </body>
  </html>
);
export default Layout;
