import { Link } from 'react-router';

export default function Second() {
  return (
    <main>
      <h1 id="second">Second</h1>
      <Link id="home" to="/">
        Home
      </Link>
    </main>
  );
}
