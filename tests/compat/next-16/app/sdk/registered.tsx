'use client';
import '../../byoc/hybrid';

export const Registered = () => null;
