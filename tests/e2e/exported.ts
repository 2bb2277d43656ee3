/** The file of the list that a page shows. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** A file that is soon written is saved at once; one that takes longer waits behind a button. */
export async function exported(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  const save = page.getByRole('button', { name: 'Baixar', exact: true })
  const press = async () => {
    await page.getByRole('button', { name: 'Exportar CSV' }).click()
    await Promise.race([download, save.waitFor().catch(() => undefined)])
    if (await save.isVisible()) await save.click()
  }
  const [file] = await Promise.all([download, press()])
  return readFile(await file.path(), 'utf8')
}
