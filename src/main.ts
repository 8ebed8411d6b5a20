import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { cacheDir } from './embedded/cache.ts'

// What Node makes of the sources is kept between starts, so it is switched on before they are read.
enableCompileCache(join(cacheDir(), 'compiled'))
await import('./run/serve.ts')
