import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeRelease } from './release/make.ts'

/** `npm run release -- --into dist --sign ~/.ssh/id_ed25519`, on the commit that has the tag. */
const { values } = parseArgs({
  options: { into: { type: 'string', default: 'dist' }, sign: { type: 'string' } },
})
const key = values.sign === undefined ? undefined : resolve(values.sign)
const { dir, files } = await makeRelease(process.cwd(), resolve(values.into), key)
process.stdout.write(`${dir}\n${files.map((file) => `  ${file}\n`).join('')}`)
if (key === undefined)
  process.stdout.write('Not signed: --sign names the key of ssh that signs it\n')
