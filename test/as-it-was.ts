// Schemas that were made before this is loaded cannot be described.
import '@hono/zod-openapi'
// It puts its own Request and Response in the place of Node's, for all files or for none.
import '@hono/node-server'

/*
 * Files of one worker share its process: what one of them sets in the environment is not there for
 * the next.
 */
const kept = globalThis as { environment?: NodeJS.ProcessEnv }
kept.environment ??= { ...process.env }
for (const name of Object.keys(process.env)) {
  if (!(name in kept.environment)) delete process.env[name]
}
Object.assign(process.env, kept.environment)
