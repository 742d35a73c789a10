/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_FEAAS_HOST?: string;
  readonly VITE_FEAAS_TOKEN?: string;
}
