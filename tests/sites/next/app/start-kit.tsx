'use client';
import { useEffect } from 'react';
import { startKit } from './kit';

export function StartKit() {
  useEffect(startKit, []);
  return null;
}
