/** The view of a tablebase, which is loaded where there is one. */
import { signal } from '@preact/signals'
import type { FunctionComponent } from 'preact'

/** The view above the explorer's moves; undefined without a tablebase. */
export const tablebasePane = signal<FunctionComponent | undefined>(undefined)
