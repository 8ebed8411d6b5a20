import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { cacheDir } from '../embedded/cache.ts'

// As `src/main.ts`: most of what a command takes is reading the sources.
enableCompileCache(join(cacheDir(), 'compiled'))
await import('./commands.ts')
