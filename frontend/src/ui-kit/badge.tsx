/** A short label for a state. */
import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'good' | 'accent' | 'danger';

interface BadgeProps {
  readonly tone: BadgeTone;
  readonly children: string;
}

export const Badge = ({ tone, children }: BadgeProps): ReactNode => (
  <span className={`badge badge--${tone}`}>{children}</span>
);
