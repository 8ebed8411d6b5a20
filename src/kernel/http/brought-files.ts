import type { Brought, DocumentStore } from '../../ports/documents/documents.ts'
import { filesIn } from './foreign-files.ts'

/**
 * The body whose files are on disk already: they are written while no connection is held, and get
 * their name in the store by whoever keeps them.
 */
export async function withFilesBrought<Body>(
  documents: DocumentStore,
  body: Body,
): Promise<{ body: Body; brought: readonly Brought[] }> {
  const brought: Brought[] = []
  try {
    const bring = async <File extends { content: string }>(file: File): Promise<File> => {
      const own = await documents.bring(Buffer.from(file.content, 'base64'))
      brought.push(own)
      return { ...file, brought: own }
    }
    return { body: await filesIn(body, bring), brought }
  } catch (error) {
    await dropAll(brought)
    throw error
  }
}

/** What was kept meanwhile stays; what cannot be dropped is swept up later, whatever was answered. */
export async function dropAll(brought: readonly Brought[]): Promise<void> {
  for (const file of brought) await file.drop().catch(() => undefined)
}
