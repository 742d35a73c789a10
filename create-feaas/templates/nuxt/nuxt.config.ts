export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  app: { head: { title: 'my-site', htmlAttrs: { lang: 'en' }, link: [{ rel: 'icon', href: 'data:,' }] } },
  // Where the content host is. NUXT_PUBLIC_FEAAS_HOST replaces it when the site starts.
  runtimeConfig: { public: { feaasHost: 'http://127.0.0.1:3333' } },
  // Found at the first visit, these would reload the page.
  vite: { optimizeDeps: { include: ['feaas-kit/loader', 'feaas-kit/server'] } },
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('feaas-') } },
});
