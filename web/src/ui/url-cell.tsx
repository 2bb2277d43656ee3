/** In a column: on one line, however long; its title is the whole of it. */
export function UrlCell({ url }: { url: string }) {
  return (
    <span title={url} className="block truncate">
      {url}
    </span>
  )
}
