import Link from 'next/link';

export default function Page() {
  return (
    <main>
      <h1 id="second">Second</h1>
      <Link id="home" href="/">
        Home
      </Link>
    </main>
  );
}
