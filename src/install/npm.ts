import { execFile } from 'node:child_process'

/** What npm says as JSON, by the npm that called us or the one on the path: its registry is the caller's own. */
export function npmJson(cwd: string, ...args: readonly string[]): Promise<string> {
  const own = process.env['npm_execpath']
  const [file, before] = own === undefined ? ['npm', []] : [process.execPath, [own]]
  return new Promise((done) => {
    const options = { cwd, maxBuffer: 64 * 1024 * 1024, timeout: 60_000 }
    execFile(file, [...before, ...args], options, (_, output) => done(output))
  })
}
