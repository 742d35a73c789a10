'use client';

/** `<feaas-external>` in a React tree. */
import { FeaasExternal } from 'feaas-kit-react';
import { createElement, useEffect, useState, type ElementType, type ReactElement, type ReactNode } from 'react';

interface ExternalElementProps {
  readonly fallback?: ReactNode;
  readonly clientFallback?: ReactNode;
  readonly [name: string]: unknown;
}

/** Renders a registered component, or its fallback until it is registered. Its errors reach the site's error boundaries. */
export function ExternalElement({ fallback, clientFallback, ...props }: ExternalElementProps): ReactElement {
  const [isInPage, setInPage] = useState(false);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  useEffect(() => setInPage(true), []);
  if (failure) throw failure.error;
  const onFeaasError = ({ detail, target, currentTarget }: CustomEvent): void => {
    // Errors of nested elements bubble.
    if (target === currentTarget) setFailure({ error: detail });
  };
  const displayed = isInPage && clientFallback !== undefined ? clientFallback : fallback;
  return createElement(FeaasExternal as ElementType, { ...props, onFeaasError }, displayed);
}
