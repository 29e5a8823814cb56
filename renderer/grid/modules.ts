import {
  CellStyleModule,
  EventApiModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TooltipModule,
} from 'ag-grid-community';

/** Registers the parts of the grid that our panels use, once, before the first grid. */
export function registerGridModules(): void {
  ModuleRegistry.registerModules([
    ClientSideRowModelModule,
    ClientSideRowModelApiModule,
    CellStyleModule,
    EventApiModule,
    RowStyleModule,
    RowSelectionModule,
    RenderApiModule,
    RowApiModule,
    ScrollApiModule,
    TooltipModule,
  ]);
}
