'use client';

/** `<feaas-external>` of a React tree. */
import { FeaasExternal } from 'feaas-kit-react';
import { createElement, useEffect, useState, type ElementType, type ReactElement, type ReactNode } from 'react';

interface ExternalElementProps {
  readonly fallback?: ReactNode;
  readonly clientFallback?: ReactNode;
  readonly [name: string]: unknown;
}

/** Shows a registered component, and what stands in its place until then. An error of it reaches the site's own boundaries. */
export function ExternalElement({ fallback, clientFallback, ...props }: ExternalElementProps): ReactElement {
  const [isInPage, setInPage] = useState(false);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  useEffect(() => setInPage(true), []);
  if (failure) throw failure.error;
  const onFeaasError = ({ detail, target, currentTarget }: CustomEvent): void => {
    // Those of elements inside bubble.
    if (target === currentTarget) setFailure({ error: detail });
  };
  const shown = isInPage && clientFallback !== undefined ? clientFallback : fallback;
  return createElement(FeaasExternal as ElementType, { ...props, onFeaasError }, shown);
}
