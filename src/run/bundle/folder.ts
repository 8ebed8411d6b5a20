import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..', '..')

/** Within the packages, so that what is left out of a bundle is found from there. */
export const bundles = join(root, 'node_modules', '.cache', 'receivables')
