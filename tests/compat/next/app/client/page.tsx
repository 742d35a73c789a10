import { Content } from './content';

export const dynamic = 'force-dynamic';

const Page = () => (
  <main>
    <Content cdn={process.env.CONTENT_ORIGIN!} />
  </main>
);
export default Page;
