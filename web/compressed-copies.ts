import type { Plugin } from 'vite'

/** A compressed copy beside each text file as it is in the end, for a server that sends those; global streams, so nothing is imported. */
export function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!/\.(js|css|html)$/.test(fileName)) continue
          const text = file.type === 'chunk' ? file.code : file.source
          const source = new Blob([typeof text === 'string' ? text : new Uint8Array(text)])
          const packed = source.stream().pipeThrough(new CompressionStream('gzip'))
          const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: bytes })
        }
      },
    },
  }
}
