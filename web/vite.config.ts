import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressedCopies } from './compressed-copies.ts'

/**
 * A library puts a `<style>` element into the page, which `style-src 'self'` forbids: the scroll lock of Radix's dialogs is a rule in our
 * own style sheet.
 */
const NO_INJECTED_STYLES: readonly { file: RegExp; from: string; to: string }[] = [
  { file: /\/react-style-singleton\/.*\/singleton\.js$/, from: 'if (!document)', to: 'if (true)' },
]

/**
 * A page is a handful of files: by itself each set of pages that share a module would have a file of its own, most of them smaller than the
 * request for them (docs/decisions/0276).
 */
const FEW_FILES = [
  { name: 'initial', tags: ['$initial' as const], priority: 1 },
  { name: 'shared', minShareCount: 6 },
]

function noInjectedStyles(): Plugin {
  return {
    name: 'no-injected-styles',
    enforce: 'pre',
    transform(code, id) {
      const rule = NO_INJECTED_STYLES.find(({ file }) => file.test(id))
      if (!rule) return null
      if (!code.includes(rule.from)) throw new Error(`${id} no longer contains: ${rule.from}`)
      return { code: code.replace(rule.from, rule.to), map: null }
    },
  }
}

export default defineConfig({
  plugins: [noInjectedStyles(), react(), tailwindcss(), compressedCopies()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: FEW_FILES } } },
  },
  server: {
    proxy: { '/test/v1': 'http://127.0.0.1:3000', '/v1': 'http://127.0.0.1:3000', '/api': 'http://127.0.0.1:3000' },
  },
})
