import { connection } from 'next/server';
import { Suspense } from 'react';
import { Counter } from '../counter';
import { Card } from './card';

/** Streams after the page is there. */
async function Late() {
  await connection();
  await new Promise((resolve) => setTimeout(resolve, 300));
  return (
    <section id="late">
      <Card />
      <Card data={{ s: { t: 'Bound' } }} />
      <Counter id="inside" />
    </section>
  );
}

export default function Page() {
  return (
    <main>
      <Card />
      <Counter />
      <Suspense fallback={<p>Later …</p>}>
        <Late />
      </Suspense>
    </main>
  );
}
