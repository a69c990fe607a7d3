import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

// Writes FILE.gz next to each file that compresses well. The server sends it to browsers that accept gzip; it
// compresses nothing itself.
function zipped(): Plugin {
  let folder = 'dist';
  const walk = (path: string): void => {
    for (const name of readdirSync(path)) {
      const file = join(path, name);
      if (statSync(file).isDirectory()) walk(file);
      else if (/\.(js|css|svg|html|json)$/.test(name)) {
        const plain = readFileSync(file);
        const small = gzipSync(plain, { level: 9 });
        if (small.length < plain.length * 0.9) writeFileSync(`${file}.gz`, small);
      }
    }
  };
  return {
    name: 'zipped',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle: () => walk(folder),
  };
}

// Boards are in games/ID/web; their chunks are named after the game.
const chunkName = (chunk: { name: string; facadeModuleId: string | null }): string => {
  const game = /\/games\/([^/]+)\/web\/index\.tsx$/.exec(chunk.facadeModuleId ?? '');
  return `assets/${game ? game[1] : chunk.name}-[hash].js`;
};

export default defineConfig({
  plugins: [zipped()],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('src', import.meta.url)),
      preact: fileURLToPath(new URL('node_modules/preact', import.meta.url)),
    },
    dedupe: ['preact'],
  },
  // The boards in games/ have no tsconfig.json above them to name the JSX runtime.
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  server: { fs: { allow: ['..'] } },
  build: {
    target: 'es2020',
    assetsInlineLimit: 0, // the content security policy forbids data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: { output: { chunkFileNames: chunkName } },
  },
});
