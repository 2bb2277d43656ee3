import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedCopies } from './compressed-copies.ts'

/** The buyers' pages, beside the app in the same folder: Preact draws them, which is less to fetch (docs/decisions/0087). */
export default defineConfig({
  plugins: [react(), tailwindcss(), compressedCopies()],
  resolve: {
    alias: [
      // Nothing that buyers' pages wear overrules anything else, which tests/e2e/buyers-ends.test.ts holds them to.
      { find: /^tailwind-merge$/, replacement: '/src/ui/no-merge.ts' },
      { find: /^react$/, replacement: 'preact/compat' },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  build: { outDir: 'dist', emptyOutDir: false, copyPublicDir: false, rolldownOptions: { input: 'web/buyer.html' } },
})
