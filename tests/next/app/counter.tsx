'use client';

import { useState } from 'react';

export function Counter({ id = 'counter' }: { id?: string }) {
  const [count, setCount] = useState(0);
  return (
    <button id={id} type="button" onClick={() => setCount(count + 1)}>
      Clicked {count}
    </button>
  );
}
