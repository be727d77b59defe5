/** The view of opening books, which is loaded with the first book. */
import { signal } from '@preact/signals'
import type { FunctionComponent } from 'preact'

/** The view below the explorer's moves; undefined without a book. */
export const bookPane = signal<FunctionComponent | undefined>(undefined)
