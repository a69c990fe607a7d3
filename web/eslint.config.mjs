// Lint rules for the browser client, the boards and their tests. ./lint runs ESLint from the repository root, because
// the boards (games/*/web) and the tests (tests/web) are outside this folder. No rule uses type information: that
// would be slow, and tsc checks the types anyway.
import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '**/generated/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    rules: {
      curly: ['error', 'multi-line'],
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      // Allows `const { removed: _, ...rest } = all`, which leaves a member out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
    },
  },
  {
    // Preact's hooks have the same names as React's, so React's rules apply. exhaustive-deps stays off: many effects
    // run on purpose only when some of the values they read change.
    files: ['**/*.tsx', '**/*.ts'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error' },
  },
  {
    files: ['web/src/**', 'web/dev/**', 'web/public/**', 'games/*/web/**'],
    languageOptions: { globals: globals.browser },
  },
  { files: ['web/*.ts', 'web/*.mjs', 'web/tools/**'], languageOptions: { globals: globals.node } },
  // The tests run in Node but contain functions that run in the page.
  {
    files: ['tests/web/**', 'web/tools/shots.mjs'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
);
