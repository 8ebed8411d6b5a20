import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErpPort } from './erp.ts'

/** Names of folders, one under another; nothing that could lead out of the folder they are in. */
export const folderShape = /^[A-Za-z0-9][\w-]{0,60}(?:\/[A-Za-z0-9][\w-]{0,60}){0,4}$/

/** Each thing as a JSON file of its own; sent again it takes the place of the first. */
export function erpFolder(root: string): ErpPort {
  return {
    async send(target, { tenantId, kind, key, body }) {
      if (!folderShape.test(target)) throw new Error('not the name of a folder')
      const folder = join(root, tenantId, target)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${kind.toLowerCase()}-${key.replaceAll(/[^\w.-]/g, '_')}.json`
      const file = join(folder, name)
      await writeFile(`${file}.new`, `${JSON.stringify(body, null, 2)}\n`, { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
  }
}
