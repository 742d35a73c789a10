import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'loader/',
      '**/www/',
      '.dev/',
      '**/.next/',
      '**/next-env.d.ts',
      '**/node_modules/',
      'react-wrapper/src/generated/',
      '**/*.generated.ts',
      '**/feaas-content.d.ts',
      'src/components.d.ts',
      'tests/reports/',
      'tests/sites/',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['examples/**/*.mjs'],
    languageOptions: { globals: { fetch: 'readonly', setTimeout: 'readonly', TextDecoderStream: 'readonly' } },
  },
  {
    files: ['tests/frameworks/**'],
    languageOptions: { globals: { document: 'readonly' } },
  },
  {
    files: ['examples/plain-html/page.js', 'create-feaas/templates/html/public/*.js'],
    languageOptions: {
      globals: {
        document: 'readonly',
        fetch: 'readonly',
        history: 'readonly',
        localStorage: 'readonly',
        location: 'readonly',
      },
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { globals: { module: 'writable', require: 'readonly', process: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['frontend/src/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'react-hooks/immutability': 'error',
      'react-hooks/purity': 'error',
      'react-hooks/refs': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.name=/^use(Layout|Insertion)?Effect$/][arguments.length=1]',
          message: 'Give the effect its dependencies. Without them it runs after each render.',
        },
      ],
    },
  },
  {
    // Stencil reads h, and decorated members, by itself.
    files: ['src/components/**/*.tsx'],
    rules: { '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^h$' }] },
  },
  {
    files: ['tests/**', '**/*.spec.tsx', 'bench/**'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: ['tests/**', 'host/test/**'],
    ignores: ['tests/lib/clean-up.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.object.name="t"][callee.property.name="after"]',
          message: 'Call cleanUp of tests/lib/clean-up.ts: its steps run in reverse, and also after one has failed.',
        },
      ],
    },
  },
);
