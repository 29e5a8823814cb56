import {
  CellStyleModule,
  EventApiModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  RowDragModule,
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
    ColumnApiModule,
    CellStyleModule,
    EventApiModule,
    RowStyleModule,
    RowSelectionModule,
    RenderApiModule,
    RowApiModule,
    RowDragModule,
    ScrollApiModule,
    TooltipModule,
  ]);
}
