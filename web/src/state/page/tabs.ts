/** The tab of the panel beside the board that the user chose, remembered. */
import { signal } from '@preact/signals'
import { remember, remembered } from './remember.ts'

export const TABS = ['moves', 'tree', 'explorer', 'engine', 'details'] as const
export type Tab = (typeof TABS)[number]

/** Undefined before any was chosen. */
export const chosenTab = signal<Tab | undefined>(TABS.find((tab) => tab === remembered('tab')))

export function chooseTab(tab: Tab): void {
  chosenTab.value = tab
  // The details are about one game, so another one does not begin with them after a reload.
  if (tab !== 'details') remember('tab', tab)
}
